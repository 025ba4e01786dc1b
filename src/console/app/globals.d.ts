declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export default names
}
declare module '*.css'
declare module '#styles'
/** The files of the font of emoji, each with the characters that it has. */
declare module '#emoji' {
  const files: readonly (readonly [path: string, unicodeRange: string])[]
  export default files
}
