import type { ProductInvariants } from '../product.ts'

export const tipInvariants: ProductInvariants = {
  rights: { table: 'tips', holder: 'fan_id', active: 'r.removed_at is null', ended: 'r.removed_at is not null' },
}
