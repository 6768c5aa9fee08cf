import { HeadedCard, type HeadedCardProps } from '#app/web/components/headed-card.tsx'

/** A card of the overviews under its own heading. */
export function Panel(props: HeadedCardProps) {
  return <HeadedCard headClassName="admin-panel-head" {...props} />
}
