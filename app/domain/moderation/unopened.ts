import type { DocumentKind } from '#app/domain/documents/document.ts'

/** One thing that a reviewer opens before they approve: a document, a file of a post, or its text. */
export type ReviewedItem = {
  id: string
  kind: DocumentKind | 'photo' | 'video' | 'voice' | 'text'
  /** The place of a file in its post, from 1. */
  number: number
  postId: string | null
  caption: string
}

const NAMES: Record<ReviewedItem['kind'], string> = {
  selfie: 'the verification selfie',
  identity_document: 'the identity document',
  proof_of_address: 'the proof of address',
  photo: 'photo',
  video: 'video',
  voice: 'voice note',
  text: 'the text of the post',
}

/** Why an approval is refused, with the name of everything that this person has not opened: "Open the identity document and photo 2 first." */
export function unopenedText(items: readonly ReviewedItem[]): string {
  const names = items.map(({ kind, number }) => (number > 0 ? `${NAMES[kind]} ${number}` : NAMES[kind]))
  const shown = [...new Set(names)]
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown[0]
  return `You have not opened everything since its last change. Open ${list}, then approve.`
}
