import { drawPage, keepPicture, pageNames } from './page-pictures.ts'

/** Draws the pictures of all pages again. Look at them before you commit them. */
for (const name of await pageNames()) await keepPicture(name, await drawPage(name))
