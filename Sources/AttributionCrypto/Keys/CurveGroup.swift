import AttributionBase
import CAttributionOpenSSL

/// P-256 as libcrypto represents it. A group never changes after it was created, so threads may share it.
///
/// An operation fails if a point belongs to another curve.
@safe
struct CurveGroup: ~Copyable, @unchecked Sendable {
    private let handle: Handle
    var pointer: OpaquePointer { unsafe handle.pointer }
    let order: BigNumber
    /// The prime p. Coordinates are below it.
    let field: BigNumber

    /// Each libcrypto that has elliptic curves has this one, so that nil means that there was no memory for it.
    init() { unsafe self.init(owning: EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)) }

    init(copying other: borrowing CurveGroup) {
        unsafe self.init(owning: EC_GROUP_dup(other.pointer))
    }

    /// Creates the group with another generator, and computes a table of its multiples.
    init(generator: [UInt8]) throws(CallFailure) {
        self.init(copying: P256.group)
        let point = CurvePoint()
        try set(point, to: generator, NumberContext(isSecret: false))
        try CallFailure.check(
            unsafe EC_GROUP_set_generator(pointer, point.pointer, order.pointer, EC_GROUP_get0_cofactor(pointer)))
        try CallFailure.check(unsafe EC_GROUP_precompute_mult(pointer, nil) & EC_GROUP_have_precompute_mult(pointer))
    }

    @unsafe
    private init(owning group: OpaquePointer?) {
        unsafe handle = Handle(group, freedBy: EC_GROUP_free)
        order = unsafe BigNumber(owning: BN_dup(EC_GROUP_get0_order(group)))
        field = unsafe BigNumber(owning: BN_dup(EC_GROUP_get0_field(group)))
    }

    // MARK: - Points

    /// Sets `point` from any of the forms of SEC 1 §2.3.3. Fails if the point is not on the curve.
    func set(
        _ point: CurvePoint, to octets: [UInt8], _ numbers: borrowing NumberContext
    ) throws(CallFailure) {
        try CallFailure.check(
            unsafe EC_POINT_oct2point(pointer, point.pointer, octets, octets.count, numbers.pointer))
    }

    /// Sets `point` to the point with the given x and an even or odd y. Fails if there is none.
    func set(
        _ point: CurvePoint, toX x: BigNumber, isOdd: Bool, _ numbers: borrowing NumberContext
    ) throws(CallFailure) {
        try CallFailure.check(
            unsafe EC_POINT_set_compressed_coordinates(
                pointer, point.pointer, x.pointer, isOdd ? 1 : 0, numbers.pointer))
    }

    /// Returns the uncompressed form of a point; an empty array if libcrypto fails.
    func octets(of point: CurvePoint, _ numbers: borrowing NumberContext) -> [UInt8] {
        unsafe octets(of: point.pointer, numbers)
    }

    /// Returns the uncompressed form of a point, which must exist during the call; an empty array if libcrypto fails.
    @unsafe
    func octets(of point: OpaquePointer?, _ numbers: borrowing NumberContext) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 1 + 2 * P256.size) { buffer, count in
            count = unsafe EC_POINT_point2oct(
                pointer, point, POINT_CONVERSION_UNCOMPRESSED, buffer.baseAddress, buffer.count, numbers.pointer)
        }
    }

    func isAtInfinity(_ point: CurvePoint) -> Bool {
        unsafe EC_POINT_is_at_infinity(pointer, point.pointer) == 1
    }

    func readX(
        of point: CurvePoint, to x: MutableNumber, _ numbers: borrowing NumberContext
    ) throws(CallFailure) {
        try CallFailure.check(
            unsafe EC_POINT_get_affine_coordinates(pointer, point.pointer, x.pointer, nil, numbers.pointer))
    }

    /// Sets `x` and `z` to numbers X and Z such that X/Z² is the x-coordinate of a point.
    func readProjective(
        _ point: CurvePoint, x: MutableNumber, z: MutableNumber,
        _ numbers: borrowing NumberContext
    ) throws(CallFailure) {
        try CallFailure.check(
            unsafe EC_POINT_get_Jprojective_coordinates_GFp(
                pointer, point.pointer, x.pointer, nil, z.pointer, numbers.pointer))
    }

    // MARK: - Arithmetic

    func multiplyGenerator(
        by scalar: BigNumber, to result: CurvePoint, _ numbers: borrowing NumberContext
    ) throws(CallFailure) {
        try CallFailure.check(unsafe EC_POINT_mul(pointer, result.pointer, scalar.pointer, nil, nil, numbers.pointer))
    }

    func multiply(
        _ point: CurvePoint, by scalar: BigNumber, _ numbers: borrowing NumberContext
    ) throws(CallFailure) {
        try CallFailure.check(
            unsafe EC_POINT_mul(pointer, point.pointer, nil, point.pointer, scalar.pointer, numbers.pointer))
    }

    func add(
        _ other: CurvePoint, to point: CurvePoint, _ numbers: borrowing NumberContext
    ) throws(CallFailure) {
        try CallFailure.check(
            unsafe EC_POINT_add(pointer, point.pointer, point.pointer, other.pointer, numbers.pointer))
    }

    func negate(_ point: CurvePoint, _ numbers: borrowing NumberContext) throws(CallFailure) {
        try CallFailure.check(unsafe EC_POINT_invert(pointer, point.pointer, numbers.pointer))
    }
}

/// A point of P-256 that takes the results of computations. It is erased before its memory is freed. Only one thread at a time may use it.
@safe
final class CurvePoint {
    private let handle: Handle
    var pointer: OpaquePointer { unsafe handle.pointer }

    /// Creates the point at infinity.
    init() { unsafe handle = Handle(EC_POINT_new(P256.group.pointer), freedBy: EC_POINT_clear_free) }
}
