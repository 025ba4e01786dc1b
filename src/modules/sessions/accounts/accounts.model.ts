import { z } from 'zod'
import { idField } from '../../../core/fields.ts'

export const CreatePasswordReset = z.object({ userId: idField('User', 'The ID of the user.') })
