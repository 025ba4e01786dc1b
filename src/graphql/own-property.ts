/**
 * For `extensions` of a field whose resolver only reads the property with the same name, which is then read
 * directly.
 */
export const ownProperty = { readsOwnProperty: true }
