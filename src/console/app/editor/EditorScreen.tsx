import { Editor } from './Editor.tsx'
import type { EditTarget } from './open-page.ts'

/** The editor of the page at an address that ends with `?edit`. */
export default function EditorScreen({ space, path, number }: EditTarget) {
  return <Editor key={`${space} ${number ?? ''} ${path}`} target={{ space, path, number }} />
}
