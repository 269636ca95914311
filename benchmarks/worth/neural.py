"""A small recurrent language model of characters, run by an interpreter that has PyTorch; see `worth`.

    INTERPRETER neural.py TASK.json

The task has `alphabet` (the characters that the model knows), `train` and `test` (normalised texts) and
`unknown` (bits of a character that it does not know, beside those of the mark for it). Prints JSON: the bits
of each test text. Every model is trained for the same number of steps, on windows drawn at random from all
texts put together.
"""

import json
import sys
from pathlib import Path

STEPS = 250
WINDOWS, LENGTH = 16, 64
EMBEDDED, HIDDEN = 96, 192
RATE = 4e-3


def main() -> None:
    import torch
    from torch import nn
    from torch.nn.functional import cross_entropy

    torch.manual_seed(1)
    torch.set_num_threads(1)
    task = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    number = {char: at for at, char in enumerate(["\n", *task["alphabet"]], 1)}  # 0: any other character

    def encoded(text: str) -> torch.Tensor:
        return torch.tensor([number.get(char, 0) for char in text])

    class Model(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.embedding = nn.Embedding(len(number) + 1, EMBEDDED)
            self.layer = nn.GRU(EMBEDDED, HIDDEN, batch_first=True)
            self.narrow = nn.Linear(HIDDEN, EMBEDDED)
            self.bias = nn.Parameter(torch.zeros(len(number) + 1))

        def forward(self, codes: torch.Tensor) -> torch.Tensor:
            states = self.narrow(self.layer(self.embedding(codes))[0])
            scores: torch.Tensor = states @ self.embedding.weight.T + self.bias
            return scores

    model = Model()
    optimizer = torch.optim.AdamW(model.parameters(), RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, STEPS)
    text = encoded("\n".join(["", *task["train"], ""]))
    for _ in range(STEPS):
        starts = torch.randint(len(text) - LENGTH, (WINDOWS,))
        window = torch.stack([text[at : at + LENGTH + 1] for at in starts.tolist()])
        loss = cross_entropy(model(window[:, :-1]).flatten(0, 1), window[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()

    bits = []
    with torch.inference_mode():
        for one in task["test"]:
            codes = encoded("\n" + one)
            scores = model(codes[None, :-1])[0]
            nats = cross_entropy(scores, codes[1:], reduction="sum").item()
            bits.append(nats / 0.6931471805599453 + task["unknown"] * (codes == 0).sum().item())
    print(json.dumps(bits))


if __name__ == "__main__":
    main()
