import { Screen } from '../../parts/Screen.tsx'

export default function CollectionScreen() {
  return <Screen title="Collection">{null}</Screen>
}
