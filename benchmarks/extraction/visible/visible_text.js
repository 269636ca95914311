() => {
  // Text nodes that a reader can see, in document order, and those that are only folded away.
  const UNREAD = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "TEXTAREA", "OPTION", "TITLE", "IFRAME"]);
  const SMALLEST = 1, FAINT = 0.05, ALIKE = 6, FAR = 20000;
  const channels = (value) => {
    const found = (value.match(/[\d.]+/g) || []).map(Number);
    return found.length < 3 ? null : { rgb: found.slice(0, 3), alpha: found.length > 3 ? found[3] : 1 };
  };
  const clipped = (style) =>
    (style.position === "absolute" || style.position === "fixed") && /^rect\(/.test(style.clip)
      ? (() => {
          const [top, right, bottom, left] = style.clip.match(/-?[\d.]+/g).map(Number);
          return right - left <= SMALLEST || bottom - top <= SMALLEST;
        })()
      : /^inset\((?:50|100)%/.test(style.clipPath);
  const onItsGround = (element, colour) => {
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.backgroundImage !== "none") return false;
      const ground = channels(style.backgroundColor);
      if (ground && ground.alpha > 0.5)
        return ground.rgb.every((part, at) => Math.abs(part - colour.rgb[at]) <= ALIKE);
    }
    return colour.rgb.every((part) => part >= 255 - ALIKE);
  };
  // "" for what is seen, "folded" for what a reader unfolds, else why it is not seen.
  const hidden = new Map();
  const around = (element) => {
    if (!element) return { why: "", frames: [] };
    if (hidden.has(element)) return hidden.get(element);
    const outer = around(element.parentElement);
    let { why, frames } = outer;
    const style = getComputedStyle(element);
    if (!why) {
      if (style.display === "none") why = "display";
      else if (Number(style.opacity) < FAINT) why = "opacity";
      else if (clipped(style)) why = "clip";
      else if (/^matrix\(0, 0, 0, 0/.test(style.transform)) why = "scale";
    }
    if (/hidden|clip/.test(style.overflowX + style.overflowY) && element !== document.body && element !== document.documentElement)
      frames = [...frames, element.getBoundingClientRect()];
    const found = { why, frames };
    hidden.set(element, found);
    return found;
  };
  const why = (node) => {
    const element = node.parentElement;
    const outer = around(element);
    if (outer.why) return outer.why;
    const style = getComputedStyle(element);
    if (style.visibility !== "visible") return "visibility";
    if (parseFloat(style.fontSize) <= SMALLEST) return "font size";
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
    if (!boxes.length) return "no box";
    const onPage = boxes.filter((box) =>
      box.right + scrollX > 0 && box.bottom + scrollY > 0 && box.left + scrollX < FAR);
    if (!onPage.length) return "off-screen";
    for (const frame of outer.frames) {
      if (frame.width <= SMALLEST || frame.height <= SMALLEST) return frame.width > 50 ? "folded" : "clip";
      const inside = onPage.some((box) => box.right > frame.left && box.left < frame.right);
      if (!inside) return "clip";
      if (!onPage.some((box) => box.bottom > frame.top && box.top < frame.bottom)) return "folded";
    }
    const colour = channels(style.webkitTextFillColor || style.color);
    if (colour && (colour.alpha < FAINT || onItsGround(element, colour))) return "colour";
    return "";
  };
  const texts = [];
  const walk = document.createTreeWalker(document.body || document, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!node.data.trim() || UNREAD.has(node.parentElement.tagName)) continue;
    texts.push([node.data, why(node)]);
  }
  return texts;
}
