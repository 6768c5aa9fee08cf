import { shorten } from '#app/platform/graphemes.ts'
import type { PostKind } from '../post.ts'

const LETTERS = 60
const KINDS: Readonly<Record<PostKind, string>> = {
  photo: 'A photo without a caption',
  video: 'A video without a caption',
  voice: 'A voice note without a caption',
  story: 'A story without a caption',
  live_replay: 'A replay without a caption',
  text: 'A text',
}

/** What a creator is told about their post by: the first words of its caption, else what kind of post it is. */
export function newsOfPost(post: { id: string; creator_id: string; caption: string; kind: PostKind }) {
  return { creator: { id: post.creator_id }, postId: post.id, title: titleOf(post) }
}

function titleOf({ caption, kind }: { caption: string; kind: PostKind }): string {
  return shorten(caption.replaceAll(/\s+/g, ' ').trim(), LETTERS) || KINDS[kind]
}
