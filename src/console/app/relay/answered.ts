let answeredAt = Date.now()

/** Notes that the server has answered. */
export function noteAnswer(): void {
  answeredAt = Date.now()
}

/** When the server last answered: what is shown is at most that old while events arrive. */
export const lastAnswerAt = (): Date => new Date(answeredAt)
