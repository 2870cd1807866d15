// Loaded into each instance before everything else: its clock is ahead by the milliseconds that the
// file TROUBLES_CLOCK says, which may change while it runs.
import { readFileSync } from 'node:fs'

const file = process.env.TROUBLES_CLOCK ?? ''
const MachineDate = Date
let ahead = 0
const look = () => (ahead = Number(readFileSync(file, 'utf8')))
look()
setInterval(look, 500).unref()

const now = () => MachineDate.now() + ahead
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, args, self) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
