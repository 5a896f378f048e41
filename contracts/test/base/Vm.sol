// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title The cheatcodes that our tests use
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    // who calls
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;

    // block, balances, storage
    function warp(uint256 timestamp) external;
    function getBlockTimestamp() external view returns (uint256);
    function chainId(uint256 id) external;
    function deal(address account, uint256 balance) external;
    function load(address account, bytes32 slot) external view returns (bytes32);
    function snapshotState() external returns (uint256 snapshotId);
    function revertToState(uint256 snapshotId) external returns (bool success);

    // keys
    function addr(uint256 privateKey) external pure returns (address);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);

    // expectations and logs
    function expectRevert() external;
    function expectRevert(bytes calldata revertData) external;
    function expectEmit(address emitter) external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);

    // fuzzing
    function assume(bool condition) external pure;

    // artifacts, and names in traces
    function getCode(string calldata artifactPath) external view returns (bytes memory creationBytecode);
    function toString(uint256 value) external pure returns (string memory);
    function label(address account, string calldata name) external;

    // assertions
    function assertTrue(bool condition, string calldata message) external pure;
    function assertEq(bool left, bool right, string calldata message) external pure;
    function assertEq(uint256 left, uint256 right, string calldata message) external pure;
    function assertEq(address left, address right, string calldata message) external pure;
    function assertEq(bytes32 left, bytes32 right, string calldata message) external pure;
    function assertEq(string calldata left, string calldata right, string calldata message) external pure;
    function assertEq(bytes calldata left, bytes calldata right, string calldata message) external pure;
    function assertEq(uint256[] calldata left, uint256[] calldata right, string calldata message) external pure;
}
