/* The choice of a network: all pages hear of it at once, the session too. */

import { make, setText } from "../../browser/dom.js";
import { mountPage } from "../../browser/mount.js";
import { adoptTheme } from "../../browser/picture.js";
import { StateSync } from "../../browser/state_sync.js";

class NetworkPicker {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.select = /** @type {HTMLSelectElement} */ (root.querySelector("select"));
    this.label = /** @type {HTMLElement} */ (root.querySelector('[data-part="label"]'));
    this.carrier = new StateSync("picker", ["settings"]);
    this.carrier.subscribe("settings", (settings) => this.show(settings));
    this.select.addEventListener("change", () => {
      this.settings = { ...this.settings, model: this.select.value };
      this.carrier.change("settings", this.settings);
    });
  }

  close() {
    this.carrier.close();
  }

  update({ data, setStateValue }) {
    adoptTheme(this.root);
    const offered = JSON.stringify(data.groups);
    setText(this.label, data.label);
    if (offered !== this.offered) this.offer(data.groups);
    this.offered = offered;
    this.show(this.carrier.reconcile(data.carried, setStateValue).settings);
  }

  /** @param {{title: string, networks: {name: string, title: string}[]}[]} groups */
  offer(groups) {
    const options = groups.map(({ title, networks }) =>
      make(
        "optgroup",
        { label: title },
        ...networks.map(({ name, title: shown }) => new Option(shown, name)),
      ),
    );
    this.select.replaceChildren(...options);
  }

  /** A network that is not offered, such as a link's, leaves nothing chosen. */
  show(settings) {
    this.settings = settings;
    this.select.value = settings.model;
    // Whoever has not chosen needs no choice.
    this.select.parentElement?.toggleAttribute("data-detail", this.select.selectedIndex === 0);
  }
}

export default mountPage(".cv-picker", "networkPicker", NetworkPicker);
