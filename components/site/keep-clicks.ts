/** The event by which the page's code says that it has taken the page over. */
export const ALIVE = 'alive'

/**
 * For the head of every page: keeps clicks on buttons (and with them the sending of forms) that come before the page's
 * code has arrived, and gives each button its click when it has. What works without code, links and popovers, works at once.
 */
export const KEEP_CLICKS = `(function(d,w,kept){function keep(e){var b=e.target.closest&&e.target.closest('button');if(!b||b.hasAttribute('popovertarget'))return
e.preventDefault();e.stopPropagation();kept.indexOf(b)<0&&kept.push(b)}
d.addEventListener('click',keep,true);w.addEventListener('${ALIVE}',function(){setTimeout(function(){d.removeEventListener('click',keep,true);kept.forEach(function(b){b.isConnected&&b.click()})})},{once:true})})(document,window,[])`
