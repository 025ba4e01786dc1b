import type { z } from 'zod'
import type { WriteContext } from '../../core/operations/context.ts'
import type { Space } from '../../generated/prisma/client.ts'
import { batches, editContent } from '../content/index.ts'
import { insertSpace } from '../spaces/index.ts'
import type { NewSpace } from './sites.model.ts'

/** The longest title of a space, which is shorter than that of a site. */
const MAX_TITLE = 50

const SAMPLE_PAGES = [
  {
    title: 'Welcome',
    markdown:
      'This is the first page of your site. Edit it, add pages below it, and publish the site when it is ready.\n\n## Next steps\n\n- Rename this page.\n- Invite others to review it.\n',
  },
  {
    title: 'Getting started',
    markdown:
      '{% hint style="info" %}\nTell readers what they need before they begin.\n{% endhint %}\n\n1. Describe the first step.\n2. Describe the second step.\n',
  },
]

/** A space made for a new site, at the top of its organization. */
export async function createSpaceForSite(
  ctx: WriteContext,
  { organizationId, title, kind }: { organizationId: string; title: string; kind: z.output<typeof NewSpace> },
): Promise<Space> {
  const space = await insertSpace(
    ctx,
    { organizationId, parentId: null },
    { title: title.slice(0, MAX_TITLE).trim() },
  )
  if (kind === 'empty') return space
  const editable = { space, changeRequest: null }
  const begin = await batches(ctx, editable, { files: new Map(), documents: new Map() })
  await editContent(ctx, editable, (draft, revision) =>
    begin(draft, revision).apply(
      SAMPLE_PAGES.map(({ title: pageTitle, markdown }) => ({
        operation: 'insert_page' as const,
        type: 'document' as const,
        title: pageTitle,
        document: { markdown },
      })),
    ),
  )
  return space
}
