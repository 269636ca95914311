// What pages do beyond HTML: parts that follow a crawl, questions before an action, keys for grades.
"use strict";

for (const part of document.querySelectorAll("[data-events]")) {
  const source = new EventSource(part.dataset.events);
  // The server escapes every value in the HTML that it sends.
  source.onmessage = (event) => {
    const log = part.querySelector(".log");
    const atEnd = !log || log.scrollTop + log.clientHeight >= log.scrollHeight - 4;
    part.innerHTML = JSON.parse(event.data);
    const next = part.querySelector(".log");
    if (next && atEnd) next.scrollTop = next.scrollHeight;
  };
  addEventListener("pagehide", () => source.close());
}

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.confirm;
  if (question && !confirm(question)) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  const button = document.querySelector(`[data-keys] [data-key="${CSS.escape(event.key)}"]`);
  if (button) button.click();
});
