import { builder } from '../../../graphql/builder.ts'
import { mutation, nestedField } from '../../../graphql/field.ts'
import { ViewerType } from '../../users/index.ts'
import { changePassword, getPassword, type PasswordState, removePassword } from './password.service.ts'

const PasswordType = builder.objectRef<PasswordState>('Password').implement({
  description: 'The password with which you sign in. It is never returned.',
  fields: (t) => ({
    isSet: t.exposeBoolean('isSet', { description: 'Whether you have a password.' }),
    changedAt: t.expose('changedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was set. Null if you have none.',
    }),
  }),
})

const password = {
  type: PasswordType,
  description: 'The state of your password.',
  from: (state: PasswordState) => state,
}

nestedField(ViewerType, 'password', getPassword, { ...password, given: () => ({}), givenNames: [] })

mutation('changePassword', changePassword, {
  description:
    'Sets your password, and ends all of your other sessions. In a session, you must have signed in within the last 15 minutes.',
  payload: { password },
})

mutation('removePassword', removePassword, {
  description:
    'Removes your password, if you can sign in in another way. In a session, you must have signed in within the last 15 minutes.',
  payload: { password },
})
