/** In a query, of a chargeback `c`: the bank has the money, and has not been found to be wrong. */
export const REVERSED = `c.entry_id is not null and c.status not in ('won', 'reversed')`
