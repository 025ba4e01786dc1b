import { defineModule } from '../../core/operations/module.ts'
import { runSendMail, SEND_MAIL } from './mail.job.ts'
import './mail.settings.ts'

/** The number of mails of one organization that a node sends at the same time. */
const MAILS_OF_ONE = 4

/** Mails to people, by the mail server of the operator. */
export const mail = defineModule({
  name: 'mail',
  operations: [],
  lists: [],
  routes: [],
  jobs: { [SEND_MAIL]: runSendMail },
  jobLimits: { [SEND_MAIL]: MAILS_OF_ONE },
})

export { isMailConfigured, newMail, sendMail } from './mail.job.ts'
export { type Mail, type MailLanguage, mailLanguageOf } from './mail.model.ts'
export { mailMessageOf } from './mail-message.ts'
export { deliver, isLoopback, SmtpError, verify } from './smtp.ts'
