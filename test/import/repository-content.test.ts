import { expect, it } from 'vitest'
import { characterCount } from '../../src/modules/import/repository/repository-content.ts'
import { refusalOf } from '../support/imports.ts'

it('an import rejects the text with which all texts have more characters than allowed', async () => {
  const count = characterCount(3)
  count('ab')
  count('c')
  const { reason } = await refusalOf(Promise.resolve().then(() => count('d')))
  expect(reason).toBe('The texts have more than 3 characters together. Split them.')
})
