import { Screen } from '../../parts/Screen.tsx'

export default function RevisionScreen() {
  return <Screen title="Revision">{null}</Screen>
}
