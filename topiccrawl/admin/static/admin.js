// What pages do beyond HTML: parts that follow a crawl, questions before an action, keys for grades.
"use strict";

// Wide tables scroll by keyboard too: what is wider than its place can have the focus.
const makeScrollable = () => {
  for (const part of document.querySelectorAll(".scroll")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
};
makeScrollable();
addEventListener("resize", makeScrollable);

// On a phone the rows of a table are cards: each cell says what its column is called.
const nameCells = () => {
  for (const table of document.querySelectorAll("table")) {
    const names = [...table.querySelectorAll("thead th")].map((one) => one.textContent.trim());
    for (const row of table.querySelectorAll("tbody tr")) {
      let at = 0;
      for (const cell of row.cells) {
        if (names[at] && cell.colSpan === 1) cell.dataset.label = names[at];
        at += cell.colSpan;
      }
    }
  }
};
nameCells();

for (const part of document.querySelectorAll("[data-events]")) {
  const source = new EventSource(part.dataset.events);
  // The server escapes every value in the HTML that it sends.
  source.onmessage = (event) => {
    const log = part.querySelector(".log");
    const atEnd = !log || log.scrollTop + log.clientHeight >= log.scrollHeight - 4;
    const wasBusy = part.querySelector("[data-busy]");
    const state = part.querySelector("[data-state]")?.dataset.state;
    part.innerHTML = JSON.parse(event.data);
    const isOver = wasBusy && !part.querySelector("[data-busy]");
    // The rest of the page, such as its buttons, has changed.
    if (isOver || part.querySelector("[data-state]")?.dataset.state !== state) location.reload();
    const next = part.querySelector(".log");
    if (next && atEnd) next.scrollTop = next.scrollHeight;
    makeScrollable();
    nameCells();
  };
  addEventListener("pagehide", () => source.close());
}

document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm || event.target.dataset.confirm;
  if (question && !confirm(question)) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  const button = document.querySelector(`[data-keys] [data-key="${CSS.escape(event.key)}"]`);
  if (button) button.click();
});
