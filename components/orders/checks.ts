// Fetched when somebody begins to use the form: the schema and what carries it are as heavy as the
// rest of the island.
import { zodResolver } from '@hookform/resolvers/zod'
import { customerInput } from '@/lib/orders/schema'

/** The server's own schema; its messages are keys of `errors.fields`. */
export const checks = zodResolver(customerInput)
