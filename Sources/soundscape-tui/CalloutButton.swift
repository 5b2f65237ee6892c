/// A button of the home screen's bottom bar.
struct CalloutButton {
  /// The documented label.
  var name: String
  /// The documented hint, a fragment.
  var hint: String
  /// The documented identifier.
  var accessibleID: String
  /// What its callout may say; a seed chooses.
  var callouts: [String]

  /// The four of the documented bottom bar, in its order.
  static let all = [
    CalloutButton(
      name: "My Location", hint: "Hear about your current location", accessibleID: "btn-my-location",
      callouts: [
        "You are on Queen Street, facing north, near the corner of Castle Road.",
        "Heading east along Canal Walk, close to number forty two.",
        "You are in Victoria Park, facing the bandstand, twenty metres from the south gate.",
      ]),
    CalloutButton(
      name: "Around Me", hint: "Hear about places around you", accessibleID: "btn-around-me",
      callouts: [
        "North, Central Library, eighty metres. East, Bus stop, thirty metres.",
        "South, Corner Bakery, fifteen metres. West, Town Hall, ninety metres.",
        "East, Pharmacy, forty metres. North, Railway Station, two hundred metres.",
      ]),
    CalloutButton(
      name: "Ahead of Me", hint: "Hear about places in front of you", accessibleID: "btn-ahead-of-me",
      callouts: [
        "Ahead, Saint Mary's Church, sixty metres, then Market Square.",
        "Crossing in twenty metres, then Old Bridge ahead on the left.",
        "Ahead, a flight of steps, and the Museum of Science on the right.",
      ]),
    CalloutButton(
      name: "Nearby Markers", hint: "Hear about places you have marked", accessibleID: "btn-nearby-markers",
      callouts: [
        "Home, three hundred metres, behind you. Office, one kilometre, ahead.",
        "Front door, fifty metres, on the right. Bench, ten metres, on the left.",
        "Meeting point, seventy metres, ahead. Gym, four hundred metres, behind you.",
      ]),
  ]
}
