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

for (const part of document.querySelectorAll("[data-events]")) {
  const source = new EventSource(part.dataset.events);
  // The server escapes every value in the HTML that it sends.
  source.onmessage = (event) => {
    const log = part.querySelector(".log");
    const atEnd = !log || log.scrollTop + log.clientHeight >= log.scrollHeight - 4;
    const wasBusy = part.querySelector("[data-busy]");
    part.innerHTML = JSON.parse(event.data);
    if (wasBusy && !part.querySelector("[data-busy]")) location.reload();  // the rest of the page has changed
    const next = part.querySelector(".log");
    if (next && atEnd) next.scrollTop = next.scrollHeight;
    makeScrollable();
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
