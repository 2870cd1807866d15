import en from '@/messages/en.json'
import { TEXTS } from '@/tools/stripe-sandbox'

// Names that checks from outside rely on (docs/decisions/020 G10). The browser tests
// take their words from the dictionaries, so a renamed button would not fail there: it fails here.
test.each([
  [en.booking.details.firstName, 'First Name'],
  [en.booking.details.lastName, 'Last Name'],
  [en.booking.details.email, 'Email'],
  [en.booking.details.phone, 'Phone'],
  [en.booking.details.requirements, 'Special Requirements'],
  [en.booking.duration.hourly, 'Hourly'],
  [en.booking.duration['half-day'], 'Half Day'],
  [en.booking.duration['full-day'], 'Full Day'],
  [en.booking.summary.proceed, 'Proceed to Payment'],
  [en.booking.bar.proceed, 'Proceed to Payment'],
  [en.order.details.customerName, 'Name'],
  [en.order.details.customerEmail, 'Email'],
  [en.order.details.customerPhone, 'Phone'],
  [en.order.details.requirements, 'Requirements'],
  [en.order.summary.proceed, 'Proceed to Payment'],
  [en.order.none.title, 'No Item Selected'],
  [en.order.none.note, 'Please select a video editing package first.'],
  [en.order.none.back, 'Back to Services'],
  [en.purchase.edit.refused, 'Failed to create order'],
  [en.purchase.edit.paid, 'Your video editing order has been submitted!'],
  [en.payment.form.pay, 'Complete Secure Payment'],
  [en.payment.tryAgain, 'Try Again'],
  [en.confirmation.header, 'Booking Confirmed!'],
  [en.admin.signIn.username, 'Username'],
  [en.admin.signIn.password, 'Password'],
  [en.admin.signIn.submit, 'Sign in'],
  [en.common.loading, 'Loading...'],
  [en.common.error, 'An error occurred'],
  [en.common.success, 'Success'],
  [TEXTS.en.number, 'Card number'],
  [TEXTS.en.expiry, 'Expiration date'],
  [TEXTS.en.cvc, 'Security code'],
])('%p is %p', (ours, theirs) => expect(ours).toBe(theirs))
