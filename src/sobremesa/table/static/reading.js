// Pages that are only read.

import "./languages.js";
