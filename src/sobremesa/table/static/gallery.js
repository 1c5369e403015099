// The gallery.

import { listenToFilters } from "./filters.js";
import "./languages.js";
import { showMine } from "./mine.js";

listenToFilters();
showMine();
