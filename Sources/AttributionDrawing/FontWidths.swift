/// Upper bounds on the widths of characters, in hundredths of the font size.
///
/// They were measured for Liberation Sans (same widths as Arial), DejaVu Sans, Noto Sans, Roboto, Open Sans, Lato,
/// Cantarell and Inter: the widest for each character, rounded up. They are upper bounds for text in any of these
/// fonts. ``family`` names those that most systems have.
package enum FontWidths {
    /// The `font-family` value for which the bounds hold.
    package static let family = "Arial,'Liberation Sans',Roboto,'Noto Sans','DejaVu Sans',sans-serif"

    /// The characters from the space to the tilde.
    private static let regular: [UInt8] = [
        32, 41, 46, 84, 64, 99, 78, 28, 40, 40, 56, 84, 32, 47, 32, 46, 64, 64, 64, 64, 65, 64, 64, 64, 64,
        64, 34, 34, 84, 84, 84, 56, 102, 69, 69, 73, 78, 67, 62, 78, 77, 34, 56, 67, 57, 93, 77, 81, 67, 81,
        73, 67, 65, 75, 69, 104, 69, 67, 69, 40, 46, 40, 84, 56, 58, 62, 64, 56, 64, 62, 37, 64, 64, 28, 28,
        58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 55, 64, 56, 64, 84,
    ]

    /// The same characters in the weights 600 and 700.
    private static let bold: [UInt8] = [
        35, 46, 53, 84, 70, 102, 88, 31, 46, 46, 57, 84, 38, 47, 38, 47, 70, 70, 70, 70, 70, 70, 70, 70, 70,
        70, 40, 40, 84, 84, 84, 62, 104, 78, 77, 76, 84, 69, 69, 83, 84, 39, 57, 78, 64, 100, 84, 86, 74,
        86, 78, 73, 69, 82, 78, 111, 78, 73, 73, 46, 47, 46, 84, 56, 61, 68, 72, 60, 72, 68, 44, 72, 72, 35,
        35, 67, 35, 105, 72, 69, 72, 72, 50, 60, 48, 72, 66, 93, 65, 66, 59, 72, 56, 72, 84,
    ]

    package static func hundredths(of scalar: Unicode.Scalar, isBold: Bool) -> Int {
        let value = Int(scalar.value)
        if value >= 0x20, value < 0x7f { return Int((isBold ? bold : regular)[value - 0x20]) }
        // Other characters may be drawn in any font. These bounds are from Noto's fonts, which cover nearly all of
        // Unicode.
        switch value {
        case 0xb7: return 40  // ·
        case 0xd7: return 84  // ×
        case 0x2013: return 66  // –
        case 0x2026, 0x2192: return 101  // … →
        case ..<0x600: return 165
        case 0x3000..<0xa000, 0xac00..<0xd7a4, 0x20000..<0x40000: return 125
        case 0xfdfd: return 800
        case 0x12000..<0x12550: return 470
        default: return 290
        }
    }
}
