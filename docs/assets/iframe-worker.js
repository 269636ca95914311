// Search without a server: a browser starts no worker from a file, so that an empty frame does its work.
"use strict";

if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      const load = (source) => new Promise((loaded, failed) => {
        const script = this.inside.document.createElement("script");
        script.src = new URL(source, location);
        script.onload = loaded;
        script.onerror = failed;
        this.inside.document.body.append(script);
      });
      this.inside.importScripts = (...sources) =>
        sources.reduce((done, source) => done.then(() => load(source)), Promise.resolve());
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.ready = load(url);
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })));
    }
  };
  window.Worker = window.IFrameWorker;
}
