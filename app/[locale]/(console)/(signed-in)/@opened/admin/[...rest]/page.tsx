export { default } from '../../default'
