import { graphql, useFragment, useMutation } from 'react-relay/hooks'
import type { RecordProxy, RecordSourceProxy } from 'relay-runtime'
import type { Reactions_post$key } from '#console/Reactions_post.graphql.ts'
import type { ReactionsCommentMutation } from '#console/ReactionsCommentMutation.graphql.ts'
import type { ReactionsReplyMutation } from '#console/ReactionsReplyMutation.graphql.ts'
import { Emoji } from '../parts/Emoji.tsx'
import { toast } from '../parts/toasts.ts'
import { texts } from '../texts/index.ts'
import { ReactionPicker } from './ReactionPicker.tsx'
import styles from './Reactions.module.css'

const reactToComment = graphql`
  mutation ReactionsCommentMutation($input: UpdateCommentInput!) {
    updateComment(input: $input) {
      comment {
        ...Reactions_post
      }
    }
  }
`

const reactToReply = graphql`
  mutation ReactionsReplyMutation($input: UpdateCommentReplyInput!) {
    updateCommentReply(input: $input) {
      reply {
        ...Reactions_post
      }
    }
  }
`

/** What the reactions will be, until the server has answered. */
const toggled = (id: string, emoji: string, isAdded: boolean) => (store: RecordSourceProxy) => {
  const post = store.get(id)
  const before = (post?.getLinkedRecords('reactions') ?? []) as RecordProxy[]
  const known = before.find((reaction) => reaction.getValue('emoji') === emoji)
  const reaction = store.create(`client:${id}:reaction:${emoji}:${crypto.randomUUID()}`, 'Reaction')
  const count = Number(known?.getValue('count') ?? 0) + (isAdded ? 1 : -1)
  reaction.setValue(emoji, 'emoji').setValue(count, 'count').setValue(isAdded, 'viewerReacted')
  const after = known ? before.map((each) => (each === known ? reaction : each)) : [...before, reaction]
  post?.setLinkedRecords(
    after.filter((each) => Number(each.getValue('count')) > 0),
    'reactions',
  )
}

/** Toggles one's own reactions to a comment or a reply. */
function useReact(post: Reactions_post$key) {
  const { id, __typename, reactions } = useFragment(
    graphql`
      fragment Reactions_post on Post {
        __typename
        id
        version
        reactions {
          emoji
          count
          viewerReacted
        }
      }
    `,
    post,
  )
  const [commitToComment] = useMutation<ReactionsCommentMutation>(reactToComment)
  const [commitToReply] = useMutation<ReactionsReplyMutation>(reactToReply)
  const toggle = (emoji: string) => {
    const isAdded = !reactions.some((each) => each.emoji === emoji && each.viewerReacted)
    const change = isAdded ? { addedReactions: [emoji] } : { removedReactions: [emoji] }
    const settings = {
      optimisticUpdater: toggled(id, emoji, isAdded),
      onError: () => toast(texts.threads.notReacted),
    }
    if (__typename === 'Comment')
      commitToComment({ variables: { input: { commentId: id, ...change } }, ...settings })
    else commitToReply({ variables: { input: { replyId: id, ...change } }, ...settings })
  }
  return { reactions, toggle }
}

/** A button that adds a reaction. */
export function ReactButton({ post }: { post: Reactions_post$key }) {
  const { toggle } = useReact(post)
  return <ReactionPicker onPick={toggle} />
}

/** The reactions to a comment or a reply. One's own can be taken back. */
export function Reactions({ post, mayReact }: { post: Reactions_post$key; mayReact: boolean }) {
  const { reactions, toggle } = useReact(post)
  if (reactions.length === 0) return null
  return (
    <div className={styles.reactions}>
      {reactions.map(({ emoji, count, viewerReacted }) => (
        <button
          key={emoji}
          type="button"
          className={styles.reaction}
          aria-pressed={viewerReacted}
          aria-disabled={!mayReact}
          aria-label={texts.threads.reaction(emoji, count)}
          onClick={() => mayReact && toggle(emoji)}
        >
          <Emoji code={emoji} /> <span>{count}</span>
        </button>
      ))}
    </div>
  )
}
