export default () => globalThis.studioTestPostgres.stop()
