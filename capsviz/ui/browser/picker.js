/* The selection of a network. All pages and the session are notified. */

import { make, setText } from "./dom.js";
import { mountPage } from "./mount.js";
import { keyOf, networkName, setName } from "./names.js";
import { adoptTheme } from "./picture.js";
import { readState, StateSync, stateName, subscribeAll } from "./state_sync.js";
import { text } from "./text.js";

/**
 * @typedef {object} PickerNetwork
 * @property {string} name
 * @property {string} title
 * @property {string} [own] its name, if its data set does not identify it
 * @property {string} [beside] network shown by other pages in place of one that few pages show
 *
 * @typedef {object} PickerGroup
 * @property {string} title
 * @property {string} [set] data set, if there are several
 * @property {(PickerNetwork & {bytes?: number})[]} networks "bytes" if the browser must load it
 *
 * @typedef {object} Picker as `capsviz/ui/shell/picker.py` returns it
 * @property {string} label
 * @property {PickerGroup[]} groups
 * @property {string} [alone] name of a page that shows more networks than others
 */

/** @param {string} title @param {string} [set] */
function groupName(title, set) {
  const name = text("picker-group", { key: keyOf(title), title });
  return set ? text("named", { name: setName(set), value: name }) : name;
}

class NetworkPicker {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.select = /** @type {HTMLSelectElement} */ (root.querySelector("select"));
    this.label = /** @type {HTMLElement} */ (root.querySelector('[data-part="label"]'));
    this.carrier = new StateSync("picker", ["settings"]);
    this.carrier.subscribe("settings", (settings) => this.show(settings));
    this.select.addEventListener("change", () => this.choose());
    /** Name of a page that shows more networks than others; "" on all other pages. */
    this.alone = "";
    this.endShow = subscribeAll((name) => {
      if (this.alone && name === stateName(this.alone, "view")) this.show(this.settings);
    });
  }

  close() {
    this.carrier.close();
    this.endShow();
  }

  /** The page stores in its view a network that other pages do not show. */
  choose() {
    const { value } = this.select;
    const { beside } = this.select.selectedOptions[0].dataset;
    const model = beside ?? value;
    const detail = { shown: beside ? value : "", instead_of: beside ?? "" };
    if (this.alone) window.dispatchEvent(new CustomEvent("capsviz:alone", { detail }));
    if (model === this.settings.model) return;
    this.settings = { ...this.settings, model };
    this.carrier.change("settings", this.settings);
  }

  update({ data, setStateValue }) {
    adoptTheme(this.root);
    const offered = JSON.stringify(data.groups);
    setText(this.label, text("picker-label", { label: data.label }));
    this.alone = data.alone ?? "";
    if (offered !== this.offered) this.offer(data.groups);
    this.offered = offered;
    this.show(this.carrier.reconcile(data.carried, setStateValue).settings);
  }

  /** @param {PickerGroup[]} groups */
  offer(groups) {
    const options = groups.map(({ title, set, networks }) =>
      make(
        "optgroup",
        { label: groupName(title, set) },
        ...networks.map(({ name, title: shown, own, beside, bytes }) => {
          const data = { ...(beside && { beside }), ...(bytes && { bytes }) };
          const title = networkName(shown);
          const label = own ? text("named", { name: title, value: own }) : title;
          return make("option", { value: name, data }, label);
        }),
      ),
    );
    this.select.replaceChildren(...options);
  }

  /** Nothing is selected for a network that is not in the list, such as a link's. */
  show(settings) {
    this.settings = settings;
    const view = this.alone ? readState(stateName(this.alone, "view"))?.value : null;
    this.select.value = view?.instead_of === settings.model ? view.shown : "";
    if (this.select.selectedIndex < 0) this.select.value = settings.model;
    // The list is a detail while its first network is selected.
    const label = this.select.parentElement;
    label?.toggleAttribute("data-detail", this.select.selectedIndex === 0);
    label?.classList.toggle("cv-picker-seen", this.select.selectedIndex !== 0);
  }
}

export const showPicker = mountPage(".cv-picker", "networkPicker", NetworkPicker);
