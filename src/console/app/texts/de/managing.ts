export { access } from './access.ts'
export { people, teams } from './people.ts'
