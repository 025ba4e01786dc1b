/** Method and path with `{}` for each path parameter, as the tables of public operations write them. */
export const addressOf = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/:\w+/g, '{}')}`
