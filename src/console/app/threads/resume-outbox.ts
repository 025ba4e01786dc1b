import { deliverComment, deliverReply, placeOf } from './deliver.ts'
import { type Deliver, resumeAll } from './outbox.ts'

/** How a text is sent whose field is not shown. A list that is shown gets it by its event. */
function deliverTo(target: string): Deliver | undefined {
  const [kind, comment = ''] = target.split(':')
  if (kind === 'reply') return deliverReply(comment)
  const place = placeOf(target)
  return place && deliverComment(place, undefined)
}

/** Sends what a closed tab left, also where its field is not opened. */
export const resumeOutbox = (): void => resumeAll(deliverTo)
