/** The creator whom the facts of a purchase name: who was tipped, subscribed to, or made the post. Null for what names none. */
export function creatorIn({ quote }: { quote: unknown }): string | null {
  return (quote as { creatorId?: string }).creatorId ?? null
}
