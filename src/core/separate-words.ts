/** A name with a mark between its words: `OpenAPISpec` is `Open-API-Spec`. */
export const separateWords = (name: string, mark: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g, (letter) => `${mark}${letter}`)
