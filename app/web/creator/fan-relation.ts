/** "Subscriber and follower", for what a creator sees of a fan. */
export function fanRelation({ subscribes, follows }: { subscribes: boolean; follows: boolean }): string {
  if (subscribes) return follows ? 'Subscriber and follower' : 'Subscriber'
  return follows ? 'Follower' : 'Fan'
}
