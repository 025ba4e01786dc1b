/** For `extensions` of a field whose resolver only reads the row's property of the same name: it is then read in place. */
export const ownProperty = { readsOwnProperty: true }
