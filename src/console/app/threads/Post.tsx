import { useMemo, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Post_post$key } from '#console/Post_post.graphql.ts'
import { later } from '../frame/later.tsx'
import { Avatar } from '../parts/Avatar.tsx'
import { RenderedHtml } from '../parts/RenderedHtml.tsx'
import { Time } from '../parts/Time.tsx'
import { texts } from '../texts/index.ts'
import styles from './Post.module.css'
import { PostActions } from './PostActions.tsx'
import { ReactButton, Reactions } from './Reactions.tsx'
import { useMarked } from './use-marked.ts'

const PostEditor = later(() => import('./PostEditor.tsx'))

interface PostProps {
  post: Post_post$key
  spaceId: string
}

/** A comment or a reply: who wrote it and when, its text, reactions, and what can be done with it. */
export function Post({ post, spaceId }: PostProps) {
  const data = useFragment(
    graphql`
      fragment Post_post on Post {
        __typename
        id
        version
        postedAt
        editedAt
        postedBy {
          id
          displayName
          photoURL
        }
        body {
          markdown
          html
        }
        ... on Comment {
          permissions {
            edit
            delete
            reply
          }
        }
        ... on CommentReply {
          permissions {
            edit
            delete
            reply
          }
        }
        ...Reactions_post
      }
    `,
    post,
  )
  const { id, postedAt, editedAt, postedBy, body, permissions } = data
  const [isEditing, setEditing] = useState(false)
  const blocks = useMemo(() => [{ key: id, type: 'paragraph', html: body.html }], [id, body.html])
  const { ref, isMarked } = useMarked<HTMLElement>(id)
  const mayReact = permissions?.reply === true
  const mayEdit = permissions?.edit === true
  return (
    <article ref={ref} id={id} tabIndex={-1} className={styles.post} data-marked={isMarked}>
      <header className={styles.head}>
        <Avatar person={postedBy} size={24} />
        <bdi className={styles.author}>{postedBy.displayName}</bdi>
        <span className={styles.time}>
          <Time at={postedAt} />
          {editedAt !== null && editedAt !== undefined && (
            <span title={new Date(editedAt).toLocaleString()}> · {texts.threads.edited}</span>
          )}
        </span>
        <span className={styles.actions}>
          {mayReact && <ReactButton post={data} />}
          <PostActions
            id={id}
            isReply={data.__typename === 'CommentReply'}
            author={postedBy.displayName}
            onEdit={mayEdit ? () => setEditing(true) : undefined}
            mayDelete={permissions?.delete === true}
          />
        </span>
      </header>
      {isEditing && mayEdit ? (
        <PostEditor
          id={id}
          isReply={data.__typename === 'CommentReply'}
          markdown={body.markdown}
          version={data.version}
          spaceId={spaceId}
          onDone={() => setEditing(false)}
        />
      ) : (
        <div className={styles.body}>
          <RenderedHtml blocks={blocks} />
        </div>
      )}
      <Reactions post={data} mayReact={mayReact} />
    </article>
  )
}
