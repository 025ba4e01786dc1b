/** The job that mails the notifications that are due. */
export const MAIL_NOTIFICATIONS = 'notifications.mail'
