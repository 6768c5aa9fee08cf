import { HeadedCard, type HeadedCardProps } from '#app/web/components/headed-card.tsx'

/** A card of the dashboard under its own heading. */
export function HomeCard(props: HeadedCardProps) {
  return <HeadedCard headClassName="home-card-head" {...props} />
}
