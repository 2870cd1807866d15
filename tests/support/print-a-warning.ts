// Warns as Node does, with the server's log.
import { logPrinted } from '@/server/printed'

logPrinted()
process.emitWarning('11 close listeners added', 'MaxListenersExceededWarning')
