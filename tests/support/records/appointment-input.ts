/** Input of the calls that plan appointments. */
export const appointmentInput = {
  appointmentKind: 'interview',
  campus: '',
  weekdays: [0],
  times: ['10:00'],
  minutes: 30,
  except: [],
  room: '',
  onlineLink: '',
  interviewers: [],
  capacity: 1,
  changeHours: 24,
}
