/* Compare: one column per network. */

import { nameTest } from "../../browser/classes.js";
import { setText } from "../../browser/dom.js";
import { EmptyState } from "../../browser/empty_state.js";
import { showAge } from "../../browser/link_status.js";
import { openDraw } from "../../browser/links.js";
import { tendOverflow } from "../../browser/overflow.js";
import { Page, showPage } from "../../browser/page.js";
import { colourScales, colourTable, colourTables, PixelPicture } from "../../browser/picture.js";
import { base64ToBytes } from "../../browser/raster.js";
import { Sections } from "../../browser/sections.js";
import { columnOf } from "./columns.js";
import { disputedGallery, networkChoice } from "./disputed.js";
import { loadingWords, readIndex } from "./pick.js";
import { moreWords, verdictWords } from "./words.js";

class ComparePage extends Page {
  static page = "compare";
  static drawn = ".cv-column";

  build() {
    this.part("mnist").addEventListener("submit", (event) => {
      event.preventDefault();
      this.pick();
    });
    this.part("drawing").addEventListener("click", () => this.choose(null));
    this.part("fetch").addEventListener("click", () => this.trigger("fetch", true));
    tendOverflow(this.part("columns"));
    this.begin = new EmptyState(this.part("begin"), () => {
      const { drawing, settings } = this.server.carried;
      openDraw(this.server.base, drawing.value, settings.value);
    });
    this.sections = new Sections(this.part("sections"), this.signal, {
      ask: (asked) => this.engine.sections("compare", asked),
      kinds: {
        networks: networkChoice,
        disputed: (part) => disputedGallery(part, this.root, (index) => this.compareDigit(index)),
      },
    });
  }

  /** Compare a chosen test digit. @param {number} index */
  compareDigit(index) {
    this.choose(index);
    this.root.querySelector(".cv-compare-one").scrollIntoView({ block: "center" });
  }

  linkPlain() {
    const { drawing, settings, view } = this.server.carried;
    return { page: "compare", drawing: drawing.value, settings: settings.value, view: view.value };
  }

  /** Compare the typed test digit, or report what is wrong with it. */
  pick() {
    const input = this.part("index");
    const { index, trouble } = readIndex(input.value, this.server.test);
    const still = trouble && `${trouble} Shown as before: ${this.server.of_what}.`;
    setText(this.part("trouble"), still);
    input.setAttribute("aria-invalid", String(Boolean(trouble)));
    if (!trouble) this.choose(index);
  }

  /** @param {number | null} index of a test digit; null for the drawing */
  choose(index) {
    showAge(this.root, true);
    this.sync.change("view", { test_digit: index });
  }

  /** @param {import("../../browser/page.js").Carried} carried @param {any} before */
  adopt({ news, settings }, before) {
    const data = this.server;
    this.sections.follow(settings.model);
    // The page shows what the session has; the tab may have newer state.
    showAge(this.root, this.isAhead("drawing", "settings", "view"));
    const index = data.carried.view.value.test_digit;
    if (before && news.has("drawing") && index !== null) this.choose(null); // a class's drawing, opened here
    setText(this.part("of"), data.of_what);
    setText(this.part("label"), data.label);
    setText(this.part("says"), verdictWords(data.columns));
    setText(this.part("apart"), data.apart);
    nameTest(this.part("mnist"), data.test);
    this.part("drawing").hidden = index === null;
    this.begin.hear(index === null ? data.carried.drawing.value : { s: [], b: data.image });
    if (index !== null && index !== this.index) {
      this.part("index").value = String(index);
      setText(this.part("trouble"), "");
    }
    this.index = index;
    const { theme } = this;
    this.adoptColours();
    if (theme === this.theme) this.paint();
    this.load(data.loading);
    this.offerMore(data.more);
  }

  colour() {
    this.paint();
    this.sections.colour();
  }

  /** The image and the columns, in the page's colours. */
  paint() {
    const { image, columns } = this.server;
    const scales = colourScales(this.root);
    const tables = (/** @type {number} */ classes) => colourTables(scales, 1 / classes);
    new PixelPicture(this.part("image")).show(base64ToBytes(image), colourTable(scales.ink));
    const scale = new PixelPicture(this.part("scale"), 256, 1);
    const ramp = Uint8Array.from({ length: 256 }, (_, i) => i);
    scale.show(ramp, colourTable(scales.couplings));
    this.part("columns").replaceChildren(
      ...columns.map((one) => columnOf(one, tables(one.called.length), columns)),
    );
  }

  /**
   * Name the networks that the browser would have to fetch, and wait.
   * @param {{networks: number, bytes: number, coming: boolean} | undefined} more
   */
  offerMore(more) {
    this.part("more").hidden = !more?.networks;
    this.part("fetch").hidden = Boolean(more?.coming);
    setText(this.part("more-says"), more ? moreWords(more) : "");
  }

  /**
   * Load networks now that the page is visible.
   * @param {[number, number] | null} loading number of missing networks, and the time of that count
   */
  load(loading) {
    setText(this.part("loading"), loading ? loadingWords(loading[0]) : "");
    this.part("loading").hidden = !loading;
    // Never within the component's own update.
    if (loading) setTimeout(() => this.trigger("seen", true));
  }
}

export default showPage(ComparePage);
