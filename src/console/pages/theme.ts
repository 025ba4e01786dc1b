// Runs before anything is drawn, so that the page appears in the chosen theme at once.
import { applyTheme } from './themes.ts'

applyTheme()
