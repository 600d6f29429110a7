/*
 * Draw's live instrument in a notebook: canvas, lengths, reconstruction, sliders and routing strip,
 * as on the page. The notebook's own Python runs the network.
 */

import { deriveReading } from "../../../browser/derive/reading.js";
import { linkFolds, showDetails } from "../../../browser/details.js";
import { finders, setText } from "../../../browser/dom.js";
import { decodeReply } from "../../../browser/engine/message.js";
import { hideUnavailable } from "../../../browser/engine/unsupported.js";
import { SampleButtons } from "../../../browser/gallery.js";
import { manageBoxes } from "../../../browser/help.js";
import { showAge } from "../../../browser/link_status.js";
import { wordNames } from "../../../browser/names.js";
import { adoptTheme, themeKey } from "../../../browser/picture.js";
import { steadySliders } from "../../../browser/slider_touch.js";
import { adoptTexts, localise, text } from "../../../browser/text.js";
import { listenToUndoKeys } from "../../../browser/undo_keys.js";
import { nameNetwork, showControls } from "../controls.js";
import { buildReading } from "../reading_parts.js";
import { selectCapsule } from "../results.js";
import { showHistory } from "../tools.js";
import { Channel } from "./channel.js";
import { NotebookEngine } from "./engine.js";

class Instrument {
  /**
   * @param {HTMLElement} root holds the page's markup
   * @param {Channel} channel
   * @param {any} data as `begin` in Python says it
   * @param {any} reply of the first drawing
   */
  constructor(root, channel, data, reply) {
    Object.assign(root.dataset, { lmSuppressShortcuts: "true" }); // JupyterLab's own keys
    this.root = root;
    this.channel = channel;
    this.data = data;
    this.settings = data.settings;
    this.controller = new AbortController();
    this.build();
    this.adoptColours();
    nameNetwork(root, data.network);
    this.results.certainty = data.network.certainty;
    this.showControls();
    this.pad.examples = [data.drawing];
    this.pad.start(data.drawing);
    const first = deriveReading(reply, data.network);
    this.decoding.take(first, null, 0);
    this.results.show(first);
    this.panel.settle(true);
    this.panel.loadDecoder();
  }

  build() {
    steadySliders();
    const { root, channel, data, controller } = this;
    const { element } = finders(root);
    this.engine = new NotebookEngine(channel);
    const parts = buildReading(this, {
      onInk: () => this.link?.touch(),
      onPose: () => this.report(),
    });
    this.pad = parts.pad;
    this.panel = parts.panel;
    this.results = parts.results;
    this.decoding = parts.decoding;
    this.panel.adopt(data);
    root.classList.toggle("cv-in-colour", data.network.channels > 1);
    this.pad.readIn(data.network.channels);
    this.samples = new SampleButtons(element("samples"), data.samples, ({ drawing }) =>
      this.pad.replace(drawing),
    );
    listenToUndoKeys(root, this.pad, controller.signal);
    manageBoxes(root, controller.signal);
    hideUnavailable(root, this.engine);
    showDetails(true); // there is no switch
    linkFolds(root, controller.signal);
    this.link = this.engine.live("read", {
      header: () => ({ ...this.settings, pictures: !this.panel.fastDecoder }),
      raster: () => this.pad.raster.bytes,
      receive: (reply) => this.receive(reply),
      age: (old) => {
        showAge(root, old);
        this.panel.settle(!old);
      },
    });
    this.observer = new MutationObserver(() => this.adoptColours());
    this.observer.observe(document.body, { attributes: true });
  }

  close() {
    this.controller.abort();
    this.observer.disconnect();
    this.decoding.close();
    this.link.close();
    this.pad.close();
    this.results.close();
    this.channel.close();
  }

  change(values) {
    if (values.iterations < 1 || values.iterations > 10) return;
    this.settings = { ...this.settings, ...values };
    this.showControls();
    if ("capsule" in values) this.results.redraw();
    this.link.touch();
  }

  showControls() {
    const { iterative } = this.data.network;
    showControls(this.root, this.settings, this.data, iterative);
    this.results.select(this.settings.capsule, iterative);
  }

  receive(answer) {
    if (answer.error) {
      this.notice(answer.error);
      return;
    }
    const reply = deriveReading(answer, this.data.network);
    const { fastDecoder: decoder } = this.panel;
    const first = selectCapsule(reply.lengths.at(-1), this.settings.capsule);
    this.decoding.take(reply, decoder, first, this.results.selectRows(reply));
    this.results.show(reply);
    this.report();
  }

  /** Python knows which capsule is looked at, and where its sliders stand. */
  report() {
    const capsule = this.results.visibleCapsule;
    const { isMoved, sliders } = this.panel;
    const pose = isMoved ? Array.from(sliders.pose) : null;
    const report = JSON.stringify([capsule, pose]);
    if (report !== this.lastReport) this.channel.ask("pose", { capsule, pose });
    this.lastReport = report;
    if (!this.pad.busy) this.sync(capsule, pose);
  }

  /** Once the pen rests, for other cells would follow each of its movements. */
  sync(capsule, pose) {
    const { lengths, poses } = this.results.reply;
    const traits = { capsule, pose: pose ?? poses[capsule], lengths: lengths.at(-1) };
    const values = JSON.stringify(traits);
    if (values === this.lastValues) return;
    this.lastValues = values;
    this.channel.sync(traits);
  }

  adoptColours() {
    const theme = themeKey(this.root);
    if (theme === this.theme) return;
    adoptTheme(this.root);
    this.theme = themeKey(this.root);
    const ink = getComputedStyle(this.root).getPropertyValue("--cv-ink");
    this.results.adoptColours();
    this.pad.fit(this.data.network.channels > 1 ? "#ffffff" : ink);
    this.results.redraw();
    this.samples.paint(ink);
  }

  commit() {
    const { element, part } = finders(this.root);
    showHistory(element, this.pad);
    part("here").hidden = !this.pad.isEmpty;
    setText(part("here"), text("here-draw"));
    this.notice("");
    this.results.catchUp();
    this.report();
  }

  notice(sentence) {
    const box = finders(this.root).element("notice");
    setText(box, sentence);
    box.hidden = !sentence;
  }
}

/**
 * Called by anywidget for each view of the widget.
 * @param {{model: import("./channel.js").Model & {get: (name: string) => any}, el: HTMLElement}} view
 * @returns {Promise<() => void>} ends it
 */
export async function renderInstrument({ model, el }) {
  const channel = new Channel(model);
  el.innerHTML = model.get("_markup");
  const root = /** @type {HTMLElement} */ (el.querySelector(".cv-draw"));
  root.classList.add("cv-notebook");
  const { content, bytes } = await channel.ask("begin");
  adoptTexts(content.data.texts);
  localise(root);
  const instrument = new Instrument(root, channel, wordNames(content.data), decodeReply(bytes));
  return () => instrument.close();
}
