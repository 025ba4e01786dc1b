import { Screen } from '../../parts/Screen.tsx'

export default function FilesScreen() {
  return <Screen title="Files">{null}</Screen>
}
