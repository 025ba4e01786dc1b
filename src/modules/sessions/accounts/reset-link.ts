/** The page on which a new password is chosen. */
export const resetLink = (origin: string, code: string): string => `${origin}/app/reset#${code}`
