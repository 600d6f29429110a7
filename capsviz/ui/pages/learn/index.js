/* The Learn page: interactive lessons, one step at a time. */

import { showPage } from "../../browser/page.js";
import { LessonPlayer } from "./player.js";

export default showPage(LessonPlayer);
